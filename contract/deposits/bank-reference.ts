/**
 * Whether the text is a reference that a deposit asks the host to write on the bank transfer, such as
 * "PM-7K2Q9DXA".
 */
export const isBankReference = (text: string): boolean => /^PM-[2-9A-HJ-NP-Z]{8}$/i.test(text);
