import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the order in which they need one another. */
const files = ['storage', 'client-id', 'session', 'engagement', 'clean-event', 'outbox', 'commands', 'main']

export interface TagScript {
  readonly text: string
  /** Changes with the text. */
  readonly etag: string
}

/**
 * The first-party tag, `tag/*.js` as one classic script: the modules are put into one function, one after the other, without their
 * import and export words. Comments stay out.
 */
export function buildTagScript(folder = join(import.meta.dirname, 'tag')): TagScript {
  const bodies = files.map((name) =>
    readFileSync(join(folder, `${name}.js`), 'utf8')
      .replace(/^import \{.*\} from '\.\/[\w-]+\.js'\n/gm, '')
      .replace(/^export /gm, '')
      .replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
      .replace(/^ *\/\/.*\n/gm, ''),
  )
  const text = `(() => {\n'use strict'\n${bodies.join('')}takeOver(window, document.currentScript)\n})()\n`
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
