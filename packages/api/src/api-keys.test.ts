import { describe, expect, it } from 'vitest'
import { isWebsite } from './api-keys.ts'

describe('a website of a key', () => {
  it.each(['https://shop.example.com', 'http://localhost:5173', 'https://*.example.com', 'http://127.0.0.1:8080'])(
    'is %s',
    (text) => expect(isWebsite(text)).toBe(true),
  )

  it.each([
    '',
    'shop.example.com',
    'https://shop.example.com/',
    'https://Shop.example.com',
    'https://a.*.com',
    'ftp://a.com',
  ])('is not %j', (text) => expect(isWebsite(text)).toBe(false))
})
