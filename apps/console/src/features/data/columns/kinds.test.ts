import { expect, it } from 'vitest'
import { kindClasses } from '../../../ui/kind-classes.ts'
import { kindsOf } from './kinds.ts'

it('gives each text a colour that follows from it, the next free one where that is taken, and shares them past eight', () => {
  const texts = ['open', 'paid', 'late', 'lost', 'sent', 'new', 'old', 'gone', 'kept', 'none']
  const kinds = kindsOf('status', texts)
  expect(new Set(texts.slice(0, 8).map((text) => kinds.get(text))).size).toBe(kindClasses.length)
  expect(kinds.get('none')).toBeDefined()
  // What comes later takes nobody's colour.
  expect(kindsOf('status', texts.slice(0, 3)).get('late')).toBe(kinds.get('late'))
})
