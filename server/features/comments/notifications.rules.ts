/** A person who can be notified: a user by their account, a guest by the address of their comment. */
export interface Person {
  readonly userId: number
  readonly email: string
}

export interface Recipient {
  readonly kind: 'comment-answer' | 'comment-new'
  readonly person: Person
}

/**
 * The people to notify about a comment: the parent commenter and the author of the article, but not about their own
 * comment and not twice. `informed` are those who already know about it.
 */
export function recipientsOf(
  commenter: Person,
  answered: Person | undefined,
  articleAuthor: Person | undefined,
  informed: readonly Person[] = [],
): Recipient[] {
  const recipients: Recipient[] = []
  const alreadyNotified: Person[] = [commenter, ...informed]
  for (const [kind, person] of [
    ['comment-answer', answered],
    ['comment-new', articleAuthor],
  ] as const) {
    if (!person || alreadyNotified.some((other) => isSame(person, other))) continue
    alreadyNotified.push(person)
    recipients.push({ kind, person })
  }
  return recipients
}

function isSame(one: Person, other: Person): boolean {
  if (one.userId !== 0 && one.userId === other.userId) return true
  return one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase()
}
