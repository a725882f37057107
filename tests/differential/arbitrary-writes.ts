import fc from 'fast-check'
import { arbitraryMap, arbitraryNumber, arbitraryScalar, arbitraryValue } from './arbitrary-values.ts'
import { PATHS, ROOT, type Step, type WireWrite } from './wire.ts'

const name = fc.constantFrom(...PATHS).map((path) => `${ROOT}/${path}`)
const fields = fc
  .dictionary(fc.constantFrom('a', 'b', 'm', 'a b'), arbitraryValue, { maxKeys: 4 })
  .map((entries) => ({ ...entries }))
const fieldPath = fc.constantFrom('a', 'b', 'm', 'm.x', 'm.y', 'm.x.y', '`a b`', 'm.`a b`')
const precondition = fc.boolean().map((exists) => ({ exists }))

const elements = fc.array(arbitraryScalar, { maxLength: 3 }).map((values) => ({ values }))
const transform = fc.oneof(
  fc.record({ fieldPath, increment: arbitraryNumber }),
  fc.record({ fieldPath, maximum: arbitraryNumber }),
  fc.record({ fieldPath, minimum: arbitraryNumber }),
  fc.record({ fieldPath, appendMissingElements: elements }),
  fc.record({ fieldPath, removeAllFromArray: elements }),
  fc.record({ fieldPath, setToServerValue: fc.constant('REQUEST_TIME') }),
)

const write: fc.Arbitrary<WireWrite> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        name,
        fields,
        fc.option(fc.uniqueArray(fieldPath, { maxLength: 3 }), { nil: undefined }),
        fc.option(fc.array(transform, { maxLength: 3 }), { nil: undefined, freq: 2 }),
        fc.option(precondition, { nil: undefined, freq: 4 }),
      )
      .map(([documentName, data, mask, updateTransforms, currentDocument]) => ({
        update: { name: documentName, fields: data },
        ...(mask && { updateMask: { fieldPaths: mask } }),
        ...(updateTransforms && { updateTransforms }),
        ...(currentDocument && { currentDocument }),
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(name, fc.option(precondition, { nil: undefined, freq: 3 }))
      .map(([documentName, currentDocument]) => ({
        delete: documentName,
        ...(currentDocument && { currentDocument }),
      })),
  },
)

/** A verification of every kind, and the older form of transforms. */
const rareWrite: fc.Arbitrary<WireWrite> = fc
  .tuple(
    name,
    fc.option(precondition, { nil: undefined, freq: 3 }),
    fc.option(fc.array(transform, { maxLength: 2 }), { nil: undefined, freq: 1 }),
  )
  .map(([document, currentDocument, fieldTransforms]) => ({
    ...(fieldTransforms === undefined ? { verify: document } : { transform: { document, fieldTransforms } }),
    ...(currentDocument && { currentDocument }),
  }))

export const arbitraryWrites = fc.array(
  fc.oneof({ weight: 12, arbitrary: write }, { weight: 1, arbitrary: rareWrite }),
  {
    minLength: 1,
    maxLength: 4,
  },
)

export const arbitraryCommit: fc.Arbitrary<Step> = arbitraryWrites.map((writes) => ({ kind: 'commit', writes }))

/** Fills the place: most documents, most fields. */
export const arbitraryFilling: fc.Arbitrary<Step> = fc
  .subarray(PATHS, { minLength: 5 })
  .chain((paths) =>
    fc.tuple(
      ...paths.map((path) =>
        fc
          .record(
            { a: arbitraryValue, b: arbitraryValue, m: arbitraryMap, 'a b': arbitraryValue },
            { requiredKeys: ['a'] },
          )
          .map((data): WireWrite => ({ update: { name: `${ROOT}/${path}`, fields: data } })),
      ),
    ),
  )
  .map((writes) => ({ kind: 'commit', writes }))
