/** The items whose names contain what was typed, those first that have a name beginning with it. */
export function bestFirst<Item>(
  items: readonly Item[],
  typed: string,
  namesOf: (item: Item) => string,
): readonly Item[] {
  const isBeginning = (item: Item) => ` ${namesOf(item).toLowerCase()}`.includes(` ${typed}`)
  const found = items.filter((item) => namesOf(item).toLowerCase().includes(typed))
  return [...found.filter(isBeginning), ...found.filter((item) => !isBeginning(item))]
}
