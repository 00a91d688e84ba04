/** Address of the small size of a picture on the server. */
export const smallOf = (url: string): string => `${url}/small`;
