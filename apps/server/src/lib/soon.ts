/** At once where nothing has to wait, else later. To be awaited, or handed to `whenReady`. */
export type Soon<T> = T | Promise<T>

/** Goes on with a value: at once, and without a promise, where it is there. */
export function whenReady<T, U>(value: Soon<T>, goOn: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}
