import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validateProjectId } from '../../ui/validators.ts'
import { projectIdFromName } from './project-id-from-name.ts'

it.each([
  ['My Shop!', 'my-shop'],
  ['  Café Zürich  ', 'cafe-zurich'],
  ['2nd-hand store', 'nd-hand-store'],
  ['A very long name that never seems to come to an end', 'a-very-long-name-that-never-se'],
  ['日本', ''],
  ['', ''],
])('makes of %j the id %j', (name, id) => {
  expect(projectIdFromName(name)).toBe(id)
})

it('makes an id that is valid whenever it is long enough', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const id = projectIdFromName(name)
      return id.length < 6 || validateProjectId(id) === undefined
    }),
  )
})
