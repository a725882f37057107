import { expect, it } from 'vitest'
import { askingPage } from './asking-page.ts'

const PUBLIC_ORIGIN = 'https://backend.example.com'

it.each([
  [
    'the origin',
    { origin: 'https://shop.example.com', referer: 'https://else.example.com/x' },
    'https://shop.example.com',
    false,
  ],
  [
    'the referrer, without its path',
    { referer: 'https://shop.example.com/till?a=b' },
    'https://shop.example.com',
    false,
  ],
  ['a page of the server', { origin: PUBLIC_ORIGIN }, PUBLIC_ORIGIN, true],
  ['a read of a page of the server', { 'sec-fetch-site': 'same-origin' }, undefined, true],
  ['a program', {}, undefined, false],
  ['a referrer that is no address', { referer: 'x' }, undefined, false],
  ['a foreign origin, whatever else is said', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 'null', false],
])('knows %s', (_title, headers, website, isOwnPage) => {
  expect(askingPage({ headers, publicOrigin: PUBLIC_ORIGIN })).toEqual({ website, isOwnPage })
})
