/** Something that is there already, or will be. What is in memory is had without a turn of the event loop. */
export type Soon<Value> = Value | Promise<Value>

export function after<Value, Result>(value: Soon<Value>, next: (value: Value) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
