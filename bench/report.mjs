// The table that a run prints.

const ms = (value) => value.toFixed(1).padStart(8)

export function printHead() {
  console.log(
    [
      'work'.padEnd(32),
      'req/s'.padStart(8),
      'p50 ms'.padStart(8),
      'p99 ms'.padStart(8),
      'bare'.padStart(8),
      'ratio'.padStart(7),
      'goal'.padStart(7),
    ].join(' '),
  )
}

export function printRow(
  { name, goal, mostP50 },
  { rate, p50, p99, bare, ratio, needs, mostP99, uncompiled, wrong = 0 },
) {
  const wanted = needs ?? goal
  const reached = needs === undefined ? ratio : rate
  const late = p99 > (mostP99 ?? Number.POSITIVE_INFINITY) || p50 > (mostP50 ?? Number.POSITIVE_INFINITY)
  const limits = [mostP50 && `p50 < ${mostP50} ms`, mostP99 && `p99 < ${mostP99} ms`]
    .filter(Boolean)
    .join(', ')
  const verdict =
    wanted === undefined && limits === ''
      ? ''
      : `${(wanted?.toFixed(2) ?? '').padStart(7)} ${!late && (wanted === undefined || reached >= wanted) ? 'pass' : 'short'}${limits && ` (${limits})`}`
  console.log(
    [
      name.padEnd(32),
      rate.toFixed(0).padStart(8),
      ms(p50),
      ms(p99),
      (bare === undefined ? '' : bare.toFixed(0)).padStart(8),
      (ratio === undefined ? '' : ratio.toFixed(2)).padStart(7),
      verdict,
      uncompiled === undefined ? '' : `(the first time ${uncompiled.toFixed(0)})`,
      wrong > 0 ? `(${wrong} failed)` : '',
    ]
      .join(' ')
      .trimEnd(),
  )
}

/** How much of its speed each workload keeps with many articles, relative to the bare server at the same time. */
export function printKept(workloads, small, large) {
  console.log(`${'kept of the speed'.padEnd(32)} ${'share'.padStart(8)} ${'goal'.padStart(7)}`)
  for (const { name, keeps } of workloads) {
    const [before, after] = [small.get(name), large.get(name)]
    if (keeps === undefined || before === undefined || after === undefined) continue
    const share = after / before
    console.log(
      `${name.padEnd(32)} ${share.toFixed(2).padStart(8)} ${keeps.toFixed(2).padStart(7)} ${share >= keeps ? 'pass' : 'short'}`,
    )
  }
}
