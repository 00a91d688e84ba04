const isCommon = new Set<string>(['123456', 'password', 'qwerty']);
export const isCommonPassword = (password: string): boolean => isCommon.has(password.toLowerCase());
