/** Where somebody signs in, where the code is exchanged, and who tells who it was. */
export interface OAuthEndpoints {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly userInfoEndpoint: string
}
