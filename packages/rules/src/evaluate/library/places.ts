import { LatLngValue, type MapValue, PathValue } from '../../values/rule-value.ts'
import type { Spend } from '../../values/equality.ts'
import { Failure } from '../failure.ts'
import { type Form, form } from '../signature.ts'

const EARTH_RADIUS_METRES = 6_371_008.8

export const latLngMethods: Readonly<Record<string, readonly Form[]>> = {
  latitude: [form([], (_args, _evaluation, place) => (place as LatLngValue).latitude)],
  longitude: [form([], (_args, _evaluation, place) => (place as LatLngValue).longitude)],
  distance: [form(['latlng'], ([to], _evaluation, from) => distance(from as LatLngValue, to as LatLngValue))],
}

export const latLngFunctions: Readonly<Record<string, readonly Form[]>> = {
  value: (['int', 'float'] as const).flatMap((latitude) =>
    (['int', 'float'] as const).map((longitude) =>
      form([latitude, longitude], (args) => {
        const [north = 0, east = 0] = args.map(Number)
        if (Math.abs(north) <= 90 && Math.abs(east) <= 180) return new LatLngValue(north, east)
        return new Failure('Latitude should be in [-90,90] range and longitude should be in [-180,180] range.')
      }),
    ),
  ),
}

export const pathMethods: Readonly<Record<string, readonly Form[]>> = {
  bind: [form(['map'], ([values], { spend }, path) => bind(path as PathValue, values as MapValue, spend))],
}

/** Over the great circle of a sphere, by the haversine formula. */
function distance(from: LatLngValue, to: LatLngValue): number {
  const [north1, north2] = [radians(from.latitude), radians(to.latitude)]
  const east = radians(to.longitude - from.longitude)
  const half = Math.sin((north2 - north1) / 2) ** 2 + Math.cos(north1) * Math.cos(north2) * Math.sin(east / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(half)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Fills the placeholders `{x}`; a key that is none of them is an error. */
function bind(path: PathValue, values: MapValue, spend: Spend): PathValue | Failure {
  spend((1 + values.size) * path.segments.length)
  const segments = [...path.segments]
  for (const [key, value] of values.entries()) {
    const at = segments.indexOf(`{${key}}`)
    if (at < 0 || typeof value !== 'string') return new Failure(`The path has no placeholder {${key.slice(0, 100)}}.`)
    segments[at] = value
  }
  return new PathValue(segments)
}
