// A place on the earth as people read it: what is there, where that is in the reader's language, and a way to a map.
import { mapLink, sidesOf, type Location } from '../api/models/location.ts'
import type { Say } from './words.ts'
import './places.css'

/** `52.52000° N, 13.40500° E`. */
function placeWords(place: Location, say: Say): string {
  const { lat, lng, isNorth, isEast } = sidesOf(place)
  const north = isNorth ? say('{degrees}° N', { degrees: lat }) : say('{degrees}° S', { degrees: lat })
  const east = isEast ? say('{degrees}° E', { degrees: lng }) : say('{degrees}° W', { degrees: lng })
  return say('{north}, {east}', { north, east })
}

export function Place({ place, say }: { place: Location; say: Say }) {
  const where = placeWords(place, say)
  const told = say('Open in a map: {place}', { place: place.label || where })
  return (
    <span className="tes-place">
      {place.label && <span title={`${place.label} · ${where}`}>{place.label}</span>}
      <span className={place.label && 'tes-place__degrees'}>{where}</span>
      <a
        href={mapLink(place)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={told}
        title={told}
        // A row that opens by a click stays closed.
        onClick={event => event.stopPropagation()}
      >
        {say('Map|noun')}
      </a>
    </span>
  )
}
