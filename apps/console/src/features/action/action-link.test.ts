import { describe, expect, it } from 'vitest'
import { appAddressOf, targetOf } from './action-link.ts'
import { readActionLink } from './read-action-link.ts'

describe('a link from a mail', () => {
  it('is read as text, whatever the router made of it', () => {
    expect(readActionLink({ oobCode: 12345, apiKey: 'k', mode: 'resetPassword', tenantId: ['x'] })).toEqual({
      oobCode: '12345',
      apiKey: 'k',
    })
  })

  it.each([
    ['https://shop.example/after', 'https://shop.example/after'],
    ['http://shop.example:8080/', 'http://shop.example:8080/'],
    ['https://evil.example/', undefined],
    ['https://shop.example.evil.example/', undefined],
    ['https://shop.example@evil.example/', undefined],
    ['javascript:alert(1)//shop.example', undefined],
    ['//shop.example', undefined],
    [undefined, undefined],
  ])('leads on to %s only where its project is at home', (continueUrl, expected) => {
    expect(targetOf(continueUrl, ['shop.example'])?.href).toBe(expected)
  })

  it('hands its parameters over to the app that signs in', () => {
    const link = new URLSearchParams({
      mode: 'signIn',
      oobCode: 'c',
      apiKey: 'k',
      continueUrl: 'https://shop.example/',
    })
    const address = appAddressOf(new URL('https://shop.example/back?page=1'), link)
    expect(address).toBe('https://shop.example/back?page=1&mode=signIn&oobCode=c&apiKey=k')
  })
})
