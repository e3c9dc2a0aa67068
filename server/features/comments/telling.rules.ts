/** Somebody who can be told: a user by his account, a guest by the comment that he left his address with. */
export interface Person {
  readonly userId: number
  readonly email: string
}

export interface Recipient {
  readonly kind: 'comment-answer' | 'comment-new'
  readonly person: Person
}

/**
 * Who is told of a comment: who is answered, and the author of the article. Nobody of his own comment, nobody twice:
 * `informed` are those who knew of it before.
 */
export function recipientsOf(
  commenter: Person,
  answered: Person | undefined,
  articleAuthor: Person | undefined,
  informed: readonly Person[] = [],
): Recipient[] {
  const recipients: Recipient[] = []
  const told: Person[] = [commenter, ...informed]
  for (const [kind, person] of [
    ['comment-answer', answered],
    ['comment-new', articleAuthor],
  ] as const) {
    if (!person || told.some((other) => isSame(person, other))) continue
    told.push(person)
    recipients.push({ kind, person })
  }
  return recipients
}

function isSame(one: Person, other: Person): boolean {
  if (one.userId !== 0 && one.userId === other.userId) return true
  return one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase()
}
