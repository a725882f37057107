import { describe, expect, it } from 'vitest'
import { deviceOfRequest, isBot } from './collect.ts'

const people = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  tablet:
    'Mozilla/5.0 (Linux; Android 16; SM-X900) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/150.0.0.0 Safari/537.36',
  app: 'Dalvik/2.1.0 (Linux; U; Android 16; Pixel 11 Build/BP1A)',
}

describe('bots', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/150.0.0.0 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
    'facebookexternalhit/1.1',
    'curl/8.16.0',
    'python-requests/2.34',
  ])('are known: %s', (userAgent) => {
    expect(isBot({ 'user-agent': userAgent })).toBe(true)
  })

  it.each(Object.values(people))('are not people: %s', (userAgent) => {
    expect(isBot({ 'user-agent': userAgent })).toBe(false)
  })

  it('say that they are: who says nothing is none', () => {
    expect(isBot({})).toBe(false)
  })
})

describe('the device of a request', () => {
  it.each([
    [people.firefox, { browser: 'Firefox', operatingSystem: 'Linux', deviceCategory: 'desktop' }],
    [people.edge, { browser: 'Edge', operatingSystem: 'Windows', deviceCategory: 'desktop' }],
    [people.iphone, { browser: 'Safari', operatingSystem: 'iOS', deviceCategory: 'mobile' }],
    [people.tablet, { browser: 'Samsung Internet', operatingSystem: 'Android', deviceCategory: 'tablet' }],
    [people.app, { browser: undefined, operatingSystem: 'Android', deviceCategory: undefined }],
  ])('%s', (userAgent, device) => {
    expect(deviceOfRequest({ 'user-agent': userAgent })).toMatchObject(device)
  })

  it.each([
    ['en-GB,en;q=0.9', 'en-GB'],
    ['de', 'de'],
    ['*', undefined],
    ['<script>', undefined],
  ])('has the first language of %j', (header, language) => {
    expect(deviceOfRequest({ 'accept-language': header }).language).toBe(language)
  })
})
