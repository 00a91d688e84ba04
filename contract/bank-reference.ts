/** Whether a host wrote it on a bank transfer as the deposit asked: "PM-7K2Q9DXA". */
export const isBankReference = (text: string): boolean => /^PM-[2-9A-HJ-NP-Z]{8}$/i.test(text);
