/** What a link in a mail carries. */
export const tokenOfLink = (): string => new URLSearchParams(location.search).get('token') ?? ''
