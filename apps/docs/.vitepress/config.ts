import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
const site = fileURLToPath(new URL('../dist', import.meta.url))
const base = '/docs/'
/** By their names. The server lets no script run that stands in a page. */
const inlineScripts = new Map<string, string>()

export default defineConfig({
  title: 'Hearth',
  description: 'The backend that apps on the Firebase SDKs already know how to talk to, on your own machine.',
  srcDir: docs,
  outDir: site,
  cacheDir: fileURLToPath(new URL('../../../.cache/docs', import.meta.url)),
  base,
  cleanUrls: true,
  // `scripts/document-links.test.ts` checks all links; those that leave docs lead to sources, which are not part of the site.
  ignoreDeadLinks: [/^(?:\.\.?\/)+(?:apps|packages|scripts|tests|examples|README|ARCHITECTURE|CONTRIBUTING|SECURITY)/],
  head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
  // No style stands in a page either.
  appearance: { disableTransition: false },
  // A page is text: `<projectId>` in a sentence is no element.
  markdown: { html: false },
  transformHtml: (page) =>
    page.replaceAll(/<script(?: id="[\w-]+")?>(.*?)<\/script>/gs, (_, script: string) => {
      const name = `assets/inline.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
      inlineScripts.set(name, script)
      return `<script src="${base}${name}"></script>`
    }),
  buildEnd() {
    for (const [name, script] of inlineScripts) writeFileSync(join(site, name), script)
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      { text: 'Specification', link: '/specification' },
      { text: 'Guides', items: pagesOf('guides') },
      { text: 'Reference', items: pagesOf('reference') },
      { text: 'Decisions', collapsed: true, items: pagesOf('decisions') },
    ],
  },
})

/** The pages of a folder by their headings, in the order of their names. */
function pagesOf(folder: string): { text: string; link: string }[] {
  return globSync(`${folder}/*.md`, { cwd: docs })
    .toSorted()
    .map((file) => {
      const heading = /^# (.+)$/m.exec(readFileSync(`${docs}/${file}`, 'utf8'))?.[1]
      return { text: heading ?? file, link: `/${file.replace(/\.md$/, '')}` }
    })
}
