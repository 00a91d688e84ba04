/** Returns the address of the small version of a picture on the server. */
export const smallOf = (url: string): string => `${url}/small`;
