import axe, { type RunOptions } from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { setTheme } from '../../../browser/preferences.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { FloatingStates } from './floating-states.tsx'
import { StatesPage } from './states-page.tsx'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All else of a page is the same in both themes. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** What is above the page, by the button that opens it and the name it then has. */
const floating = [
  ['Open dialog', 'dialog', 'Delete 3 documents'],
  ['Ask', 'alertdialog', 'Revoke Till?'],
  ['Ask for a word', 'alertdialog', 'Delete demo-app?'],
  ['Ask before leaving', 'alertdialog', 'Leave without saving?'],
  ['Open form', 'dialog', 'Create a service key'],
  ['Open sheet', 'dialog', 'Areas'],
  ['Menu', 'menu', 'Menu'],
  ['Open context menu', 'dialog', 'Cell'],
] as const

afterEach(async () => {
  setTheme('system')
  await page.viewport(1280, 800)
})

/** Holds the page, or what lies above it, against axe in both themes. */
async function expectAccessible(within?: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    setTheme(theme)
    // Colours on their way from one theme to the other are neither's.
    await expect.poll(() => document.getAnimations().filter(isOnItsWay)).toEqual([])
    const context = {
      ...(within !== undefined && { include: [within] }),
      // What the component library says aloud for some seconds names elements that may be gone by then. Toasts have a place on the page and
      // one of `renderComponent`.
      exclude: ['[data-live-announcer]', '[aria-label^="Notifications"]'],
    }
    const options: RunOptions = {
      runOnly: theme === 'light' ? { type: 'rule', values: rulesOfColours } : { type: 'tag', values: tags },
      resultTypes: ['violations'],
    }
    const { violations } = await axe.run(context, options)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  }
}

function isOnItsWay({ effect, playState, timeline }: Animation): boolean {
  return playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity
}

test('every state of the design system passes axe in both themes, and fits into each width', async () => {
  await renderComponent(<StatesPage />)
  for (const summary of page.getByText('Details', { exact: true }).all()) await userEvent.click(summary)
  await expect.element(page.getByText('Rules line 14 denied it.').first()).toBeVisible()
  await expectAccessible()
  for (const width of [320, 768, 1440]) {
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth - innerWidth, `wider than ${width} px`).toBeLessThanOrEqual(0)
  }
})

// Without the rest of the page, which axe would walk each time.
test('what comes above the page passes axe in both themes', async () => {
  await renderComponent(<FloatingStates />)
  for (const [button, role, name] of floating) {
    await userEvent.click(page.getByRole('button', { name: button, exact: true }))
    const above = page.getByRole(role, { name })
    await expect.element(above).toBeVisible()
    await expectAccessible(`[role=${role}]`)
    await userEvent.keyboard('{Escape}')
    await expect.element(above).not.toBeInTheDocument()
  }
})
