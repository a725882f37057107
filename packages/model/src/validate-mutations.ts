import { formatFieldPath, validateWritablePath } from './field-path.ts'
import { invalidArgument } from './invalid-argument.ts'
import type { Mutation, Transform } from './mutation.ts'
import { validateDocumentPath } from './resource-path.ts'

const MAX_MUTATIONS = 20_000
/** Transforms on one document in one commit. */
const MAX_TRANSFORMS = 500

/** What the mutations of a commit say of one document, up to one of them. */
interface Said {
  readonly last: 'written' | 'deleted' | 'verified' | undefined
  readonly transforms: number
}

/** To be asked before they are taken apart. Throws `invalid-argument`/`TOO_MANY_WRITES`. */
export function assertNumberOfMutations({ length }: { readonly length: number }): void {
  if (length <= MAX_MUTATIONS) return
  throw invalidArgument('TOO_MANY_WRITES', `A commit holds at most ${MAX_MUTATIONS} writes.`)
}

/** As `MutationsCheck` has it, for all mutations of a commit at once. */
export function validateMutations(mutations: readonly Mutation[]): void {
  const check = new MutationsCheck()
  for (const mutation of mutations) check.add(mutation)
}

/**
 * Throws `invalid-argument` for what is wrong with a commit whatever is stored: paths, transforms that exclude each other, more than
 * 500 of them on one document, preconditions that contradict what the commit itself did to the document before, and a
 * verification that requires nothing or is not the only thing said of its document.
 */
export class MutationsCheck {
  readonly #said = new Map<string, Said>()

  /** Takes the mutations of the commit one after the other. */
  add(mutation: Mutation): void {
    const { path } = mutation
    validateDocumentPath(path)
    const { last, transforms } = this.#said.get(path) ?? { last: undefined, transforms: 0 }
    checkVerification(mutation, last)
    checkContradiction(mutation, last)
    switch (mutation.kind) {
      case 'set': {
        const count = checkCount(transforms + mutation.transforms.length)
        validateSet(mutation)
        this.#said.set(path, { last: 'written', transforms: count })
        break
      }
      case 'delete':
        this.#said.set(path, { last: 'deleted', transforms })
        break
      case 'verify':
        this.#said.set(path, { last: 'verified', transforms })
        break
    }
  }
}

function checkVerification({ kind, precondition }: Mutation, last: Said['last']): void {
  if (kind === 'verify') {
    if (precondition.kind === 'none') throw invalidVerification('a verify must contain a precondition')
    if (last === 'verified') {
      throw invalidVerification('the same document cannot be verified more than once in a single request')
    }
    if (last !== undefined) {
      throw invalidVerification('the same document cannot be written and then verified in a single request')
    }
  } else if (last === 'verified') {
    throw invalidVerification('the same document cannot be verified and then written in a single request')
  }
}

function invalidVerification(message: string): Error {
  return invalidArgument('INVALID_VERIFICATION', message)
}

function checkContradiction({ precondition }: Mutation, last: Said['last']): void {
  if (precondition.kind !== 'exists') return
  if (precondition.exists && last === 'deleted') {
    throw invalidArgument('DOCUMENT_DELETED_EARLIER', 'Cannot delete then update an entity in the same request.')
  }
  if (!precondition.exists && last === 'written') {
    throw invalidArgument('DOCUMENT_WRITTEN_EARLIER', 'Cannot upsert then insert an entity in the same request.')
  }
}

function validateSet({ mask, transforms }: Extract<Mutation, { kind: 'set' }>): void {
  for (const path of mask ?? []) validateWritablePath(path)
  for (const { field } of transforms) validateWritablePath(field)
  if (transforms.length > 1) checkNestedTransforms(transforms)
}

/** Refuses transforms of a field and of something in it; the same field may be transformed repeatedly. */
function checkNestedTransforms(transforms: readonly Transform[]): void {
  const paths = new Set(transforms.map(({ field }) => formatFieldPath(field)))
  for (const { field } of transforms) {
    for (let length = 1; length < field.length; length++) {
      const outer = formatFieldPath(field.slice(0, length))
      if (paths.has(outer)) {
        throw invalidArgument(
          'CONFLICTING_TRANSFORMS',
          `Cannot transform property ${outer} and its nested property at the same time.`,
        )
      }
    }
  }
}

function checkCount(transforms: number): number {
  if (transforms <= MAX_TRANSFORMS) return transforms
  const text = `A document can have at most ${MAX_TRANSFORMS} field transformations in one commit.`
  throw invalidArgument('TOO_MANY_TRANSFORMS', text)
}
