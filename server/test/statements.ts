/**
 * The statements that `work` sends to the database: the minimum of several turns, because the jobs of the service poll
 * the same database. A turn gets its number, for work that must differ each time.
 */
export async function fewestStatements(
  engine: { statementCount(): number },
  work: (turn: number) => Promise<unknown>,
): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const before = engine.statementCount()
    await work(turn)
    counts.push(engine.statementCount() - before)
  }
  return Math.min(...counts)
}
