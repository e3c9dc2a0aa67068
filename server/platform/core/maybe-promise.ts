/** A value or a promise of it. A value in memory is used without a turn of the event loop. */
export type MaybePromise<Value> = Value | Promise<Value>

export function andThen<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
