/** A value or a promise of it. A value in memory is used without a turn of the event loop. */
export type Soon<Value> = Value | Promise<Value>

export function after<Value, Result>(value: Soon<Value>, next: (value: Value) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
