/** The name of a person on the screen; none for somebody who is unknown to the server. */
export function personName(
  person: { readonly nickname: string; readonly username: string } | undefined,
): string | undefined {
  return person?.nickname || person?.username || undefined
}
