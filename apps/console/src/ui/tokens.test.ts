/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Palette = Readonly<Record<string, string>>

const tokensCss = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const light = readPalette(/:root \{([^}]*)\}/)
const dark = readPalette(/\[data-theme='dark'\] \{([^}]*)\}/)

const grounds = ['ground-0', 'ground-1', 'ground-2', 'ground-3', 'ground-float', 'hover']
const inks = ['ink-1', 'ink-2', 'ink-3']
const meanings = ['ember', 'sky', 'moss', 'amber', 'crimson', 'slate']
const kinds = [1, 2, 3, 4, 5, 6, 7, 8].map((kind) => `kind-${kind}`)

const textPairs: [text: string, ground: string][] = [
  ...inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ...inks.flatMap((ink) => meanings.map((meaning): [string, string] => [ink, `${meaning}-wash`])),
  ...meanings.map((meaning): [string, string] => [meaning, `${meaning}-wash`]),
  ...meanings.flatMap((meaning) =>
    ['ground-0', 'ground-1', 'ground-2', 'ground-float'].map((ground): [string, string] => [meaning, ground]),
  ),
  ...kinds.flatMap((kind) => [`${kind}-wash`, 'ground-1', 'hover'].map((ground): [string, string] => [kind, ground])),
  ...['heat-1', 'heat-2'].map((heat): [string, string] => ['ink-1', heat]),
  ...['heat-3', 'heat-4', 'heat-5'].map((heat): [string, string] => [`on-${heat}`, heat]),
  ['chart-label', 'ground-1'],
  ['on-sky', 'sky'],
  ['on-ember', 'ember'],
  ['on-ember', 'ember-hover'],
  ['on-crimson', 'crimson'],
  ['on-crimson', 'crimson-hover'],
]

const controlPairs: [outline: string, ground: string][] = [
  ...['ground-0', 'ground-1', 'ground-2'].map((ground): [string, string] => ['line-control', ground]),
  ...grounds.map((ground): [string, string] => ['ember', ground]),
  ...grounds.map((ground): [string, string] => ['sky', ground]),
  ...['ground-0', 'ground-1'].map((ground): [string, string] => ['crimson', ground]),
  ...kinds.map((kind): [string, string] => [`${kind}-mark`, 'ground-1']),
  ['chart-line', 'ground-1'],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s palette', (_, palette) => {
  it.each(textPairs)('shows %s on %s at 4.5:1 or better', (text, ground) => {
    expect(contrast(colour(palette, text), colour(palette, ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(controlPairs)('outlines a control or draws a mark with %s on %s at 3:1 or better', (outline, ground) => {
    expect(contrast(colour(palette, outline), colour(palette, ground))).toBeGreaterThanOrEqual(3)
  })
})

it('names the same tokens in both themes', () => {
  expect(Object.keys(dark).toSorted()).toEqual(Object.keys(light).toSorted())
})

function readPalette(block: RegExp): Palette {
  const body = block.exec(tokensCss)?.[1] ?? ''
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  )
}

function colour(palette: Palette, name: string): string {
  const value = palette[name]
  if (value === undefined || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`--${name} is not a plain colour: ${value}`)
  return value
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
