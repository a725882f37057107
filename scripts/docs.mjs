/** `npm run docs`: builds the documents as a site, which the server serves at `/docs/`. */
import { ensureDocs } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

await ensureInstalled()
await ensureDocs()
process.stdout.write('The documents are in apps/docs/dist. `npm start` serves them at /docs/.\n')
