// Places on the earth: latitude and longitude in WGS 84 with a few words about them, as fields keep them, people write them and maps hand them on.

export interface Location {
  lat: number
  lng: number
  /** What is there, such as an address. */
  label?: string
}
type Read = { location: Location } | { problem: string; values?: Record<string, number> }

const LONGEST_LABEL = 200
const LONGEST = 2500
/** About a centimetre on the ground; what is said beyond that is noise. */
const DIGITS = 7

const NO_PLACE: Read = { problem: 'Should be a place such as 52.52, 13.405' }

const rounded = (degrees: number) => Number(degrees.toFixed(DIGITS)) + 0
function checked(lat: number, lng: number, words = ''): Read {
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return NO_PLACE
  if (Math.abs(lat) > 90) return { problem: 'The latitude should be from -90 to 90' }
  if (Math.abs(lng) > 180) return { problem: 'The longitude should be from -180 to 180' }
  const label = words.replace(/\s+/g, ' ').trim()
  if ([...label].length > LONGEST_LABEL) return { problem: 'No more than {limit} characters', values: { limit: LONGEST_LABEL } }
  return { location: { lat: rounded(lat), lng: rounded(lng), ...(label && { label }) } }
}

/** One way of writing for each sign: those of full width, primes, minus signs, and the words of hemispheres and degrees. */
const inOneSpelling = (text: string) =>
  text
    .replace(/[！-～]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[º˚度]/g, '°')
    .replace(/[″”“秒]|''|′′/g, '"')
    .replace(/[′’‘´`分]/g, "'")
    .replace(/[−–—‐]/g, '-')
    .replace(/、/g, ',')
    .replace(/北[纬緯]/g, 'N')
    .replace(/南[纬緯]/g, 'S')
    .replace(/[东東][经經]/g, 'E')
    .replace(/西[经經]/g, 'W')
    .replace(/\s+/g, ' ')
    .trim()

/** Degrees, and behind their sign minutes and seconds. */
const ANGLE = String.raw`(\d{1,3}(?:\.\d{1,20})?) ?(?:\u00b0 ?(?:(\d{1,2}(?:\.\d{1,20})?) ?' ?(?:(\d{1,2}(?:\.\d{1,20})?) ?" ?)?)?)?`
const BETWEEN = ' ?[,;/]? ?'
const SIGNED = new RegExp(`^([+-]?) ?${ANGLE}(?: ?[,;/] ?| )([+-]?) ?${ANGLE}$`)
const NAMED_BEFORE = new RegExp(`^([NSEW]) ?${ANGLE}${BETWEEN}([NSEW]) ?${ANGLE}$`, 'i')
const NAMED_BEHIND = new RegExp(`^${ANGLE}([NSEW])${BETWEEN}${ANGLE}([NSEW])$`, 'i')

/** Undefined where minutes or seconds are none, or something is behind a point that has smaller parts. */
function angle(side: string, degrees: string, minutes: string | undefined, seconds: string | undefined): number | undefined {
  if ((minutes !== undefined && degrees.includes('.')) || (seconds !== undefined && minutes?.includes('.'))) return undefined
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return undefined
  const whole = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
  return /^[-SW]$/i.test(side) ? -whole : whole
}

function writtenIn(text: string): [lat: number, lng: number] | undefined {
  const plain = inOneSpelling(text)
  // 52,52 13,405: commas are points where each number has one.
  const pointed = !plain.includes('.') && plain.match(/\d,\d/g)?.length === 2 ? plain.replace(/(\d),(?=\d)/g, '$1.') : plain
  const before = SIGNED.exec(pointed) ?? NAMED_BEFORE.exec(pointed)
  const behind = before ? undefined : NAMED_BEHIND.exec(pointed)
  const [, a = '', b = '', c, d, e = '', f = '', g, h] = before ?? []
  const [, i = '', j, k, l = '', m = '', n, o, p = ''] = behind ?? []
  const sides = before ? [a, e] : [l, p]
  const [one, two] = before ? [angle(a, b, c, d), angle(e, f, g, h)] : [angle(l, i, j, k), angle(p, m, n, o)]
  if ((!before && !behind) || one === undefined || two === undefined) return undefined
  // Hemispheres say which of the two is the latitude.
  const kinds = sides.map(side => (/[NS]/i.test(side) ? 'lat' : /[EW]/i.test(side) ? 'lng' : '')).join(' ')
  return kinds === ' ' || kinds === 'lat lng' ? [one, two] : kinds === 'lng lat' ? [two, one] : undefined
}

const PAIR = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,20})?)`
const pairOf = (found: RegExpExecArray | null | undefined): [number, number] | undefined => (found ? [Number(found[1]), Number(found[2])] : undefined)
const wholePair = (text: string | null) => pairOf(new RegExp(`^\\s*(?:loc:)?${PAIR}\\s*$`).exec(text ?? ''))

/** RFC 5870; phones write what was looked for behind it. */
function inGeo(text: string): Read | undefined {
  const [, place = '', more = '', query = ''] = /^geo:([^;?]*)(;[^?]*)?(?:\?(.*))?$/is.exec(text) ?? []
  const crs = /;crs=([^;]*)/i.exec(more)?.[1]
  const pair = pairOf(new RegExp(`^${PAIR}(?:,[+-]?\\d+(?:\\.\\d+)?)?$`).exec(place))
  if (!pair || (crs !== undefined && crs.toLowerCase() !== 'wgs84')) return undefined
  const [, sought, words] = /^([^(]*)(?:\((.*)\))?$/s.exec(new URLSearchParams(query).get('q') ?? '') ?? []
  return checked(...(wholePair(sought ?? '') ?? pair), words)
}

const OPEN_MAPS = /(^|\.)(openstreetmap\.org|osm\.org)$/i
/** Maps of China have coordinates of their own, some hundred metres away. */
const OTHER_MAPS = /^((www|maps)\.)?google\.(?!cn$)[a-z]{2,3}(\.[a-z]{2})?$|^maps\.apple\.com$/i

/** The place that a link to a map is about, else the middle of what it shows. */
function inLink(text: string): [number, number] | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const { hostname, pathname, hash, searchParams } = new URL(text)
  if (OPEN_MAPS.test(hostname)) {
    const marked = wholePair(`${searchParams.get('mlat')},${searchParams.get('mlon')}`)
    return marked ?? pairOf(/[#&]map=[\d.]+\/([+-]?\d{1,3}(?:\.\d+)?)\/([+-]?\d{1,3}(?:\.\d+)?)/.exec(hash))
  }
  if (!OTHER_MAPS.test(hostname)) return undefined
  const path = pathname.replaceAll('+', ' ').replace(/%20/g, ' ').replace(/%2c/gi, ',')
  const asked = ['q', 'query', 'll', 'destination', 'daddr'].map(name => wholePair(searchParams.get(name))).find(Boolean)
  return (
    pairOf(/!3d(-?\d{1,3}(?:\.\d+)?)!4d(-?\d{1,3}(?:\.\d+)?)/.exec(path)) ??
    asked ??
    pairOf(new RegExp(`/(?:place|search)/${PAIR}(?:/|$)`).exec(path)) ??
    pairOf(new RegExp(`/@${PAIR}`).exec(path))
  )
}

/**
 * The place that a text means: `52.52, 13.405`, `52.52 N 13.405 E`, `52°31'12"N 13°24'18"E`, `geo:52.52,13.405` or a link to a map; a few words about
 * it may follow in brackets.
 */
export function parseLocation(given: string): Read {
  const text = given.trim()
  if (text.length > LONGEST) return NO_PLACE
  if (/^geo:/i.test(text)) return inGeo(text) ?? NO_PLACE
  const linked = inLink(text)
  if (linked) return checked(...linked)
  const [, place = text, words] = /^([^(（]*)[(（](.*)[)）]$/s.exec(text) ?? []
  const written = writtenIn(place)
  return written ? checked(...written, words) : NO_PLACE
}

/** A value of a field as it is kept, from what a form, a call or a file says. */
export function readLocation(value: unknown): Read {
  if (typeof value === 'string') return parseLocation(value)
  if (!value || typeof value !== 'object' || Array.isArray(value)) return NO_PLACE
  const { lat, lng, label, ...more } = value as Record<string, unknown>
  if (typeof lat !== 'number' || typeof lng !== 'number' || Object.keys(more).length) return NO_PLACE
  return label === undefined || label === null || typeof label === 'string' ? checked(lat, lng, label ?? '') : NO_PLACE
}

/** What a value means that is already kept; undefined where it fits no place, such as JSON from before the field was one. */
export function locationOf(value: unknown): Location | undefined {
  const read = readLocation(value)
  return 'location' in read ? read.location : undefined
}

const degrees = (value: number) => value.toFixed(DIGITS).replace(/\.?0+$/, '')
/** `52.52, 13.405 (Alexanderplatz)`: what files hold, and what is read again as the same place. */
export const locationText = ({ lat, lng, label }: Location) => `${degrees(lat)}, ${degrees(lng)}${label ? ` (${label})` : ''}`

/** Each half as maps print it: `52.52000` and N. About a metre. */
export const sidesOf = ({ lat, lng }: Location) => ({
  lat: Math.abs(lat).toFixed(5),
  lng: Math.abs(lng).toFixed(5),
  isNorth: lat >= 0,
  isEast: lng >= 0,
})

/** A page that shows the place on a map of everybody. */
export const mapLink = ({ lat, lng }: Location) =>
  `https://www.openstreetmap.org/?mlat=${degrees(lat)}&mlon=${degrees(lng)}#map=15/${degrees(lat)}/${degrees(lng)}`
