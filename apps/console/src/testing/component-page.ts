/** Before the tests of components: the page has the console's styles and its language, and forgets between two tests what one left. */
import '../app/styles.css'
import { afterEach } from 'vitest'
import { queryClient } from '../backend/live/query-client.ts'

document.documentElement.lang = 'en'
document.documentElement.dir = 'ltr'

afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
})
