export { openApiDocument } from './open-api.ts'
export { withEndpoints } from './reference.ts'
export { resources } from './resources.ts'
