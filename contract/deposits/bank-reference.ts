/** Whether the host wrote the reference on the bank transfer as the deposit asks: "PM-7K2Q9DXA". */
export const isBankReference = (text: string): boolean => /^PM-[2-9A-HJ-NP-Z]{8}$/i.test(text);
