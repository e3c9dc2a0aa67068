/** The token in a link from an e-mail. */
export const tokenOfLink = (): string => new URLSearchParams(location.search).get('token') ?? ''
