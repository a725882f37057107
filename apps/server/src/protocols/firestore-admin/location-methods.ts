import { StatusError } from '@hearth/model'
import { defineMethod } from './define-method.ts'

/** Where every database is: on this server. */
export const LOCATION_ID = 'hearth'

function locationJson(project: string): object {
  return { name: `projects/${project}/locations/${LOCATION_ID}`, locationId: LOCATION_ID, displayName: 'This server' }
}

export const listLocations = defineMethod({
  method: 'GET',
  path: '',
  below: 'locations',
  needs: 'viewer',
  handle: async ({ project }) => ({ locations: [locationJson(project)] }),
})

export const getLocation = defineMethod({
  method: 'GET',
  path: '/:id',
  below: 'locations',
  needs: 'viewer',
  async handle({ project, id }) {
    if (id === LOCATION_ID) return locationJson(project)
    throw new StatusError('not-found', 'LOCATION_NOT_FOUND', `There is no location ${id}: all is on this server.`)
  },
})
