// A place on the earth in the reader's language.
import { sidesOf, type Location } from '../api/models/location.ts'
import type { Say } from './words.ts'

/** `52.52000° N, 13.40500° E`. */
export function placeWords(place: Location, say: Say): string {
  const { lat, lng, isNorth, isEast } = sidesOf(place)
  const north = isNorth ? say('{degrees}° N', { degrees: lat }) : say('{degrees}° S', { degrees: lat })
  const east = isEast ? say('{degrees}° E', { degrees: lng }) : say('{degrees}° W', { degrees: lng })
  return say('{north}, {east}', { north, east })
}
