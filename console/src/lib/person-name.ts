export interface Person {
  /** 0 if unknown. */
  readonly id: number
  readonly nickname: string
  readonly username: string
}

/** The name of a person on the screen; none for somebody who is unknown to the server. */
export function personName(person: Omit<Person, 'id'> | undefined): string | undefined {
  return person?.nickname || person?.username || undefined
}
