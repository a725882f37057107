/** Brings the endpoints in docs/reference/hearth-api.md up to date with their contract. Part of `npm run fix`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withEndpoints } from '../packages/api/src/document.ts'

const page = new URL('../docs/reference/hearth-api.md', import.meta.url)
writeFileSync(page, withEndpoints(readFileSync(page, 'utf8')))
