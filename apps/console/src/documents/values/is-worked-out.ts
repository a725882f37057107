import { isOperation, type TypedValue } from './typed-value.ts'

/** Whether the server says what becomes of it, or of something in its maps. */
export function isWorkedOut(value: TypedValue): boolean {
  return isOperation(value) || (value.kind === 'map' && [...value.fields.values()].some(isWorkedOut))
}

/** Whether it is not the same written twice as written once. */
export function addsUp(value: TypedValue): boolean {
  return value.kind === 'increment' || (value.kind === 'map' && [...value.fields.values()].some(addsUp))
}
