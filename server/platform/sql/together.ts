/**
 * The results of parts of one transaction that do not depend on each other. On PostgreSQL their statements are sent without
 * waiting for each answer. When it returns or throws, none of them is still running. It throws the first error: in an
 * aborted transaction the later ones only say that it was aborted.
 */
export async function together<Parts extends readonly Promise<unknown>[]>(
  ...parts: Parts
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  let failure: { readonly error: unknown } | undefined
  const noteFailure = (error: unknown) => {
    failure ??= { error }
  }
  await Promise.all(parts.map((part) => part.catch(noteFailure)))
  if (failure) throw failure.error
  return Promise.all(parts)
}
