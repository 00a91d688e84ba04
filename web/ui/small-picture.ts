/** Where the small form of a picture is shown from: each that the server keeps has one. */
export const smallOf = (url: string): string => `${url}/small`;
