// Places as people write them and maps hand them on; what is written down of one is read as the same one.
import { describe, expect, it } from 'vitest'
import { locationOf, locationText, mapLink, parseLocation, readLocation, type Location } from '../../api/models/location.ts'

const BERLIN = { lat: 52.52, lng: 13.405 }

describe('a place is read from', () => {
  it.each([
    '52.5200, 13.4050',
    '52.52,13.405',
    ' 52.52 ; 13.405 ',
    '+52.52 / +13.405',
    '52,52 13,405',
    '52,52; 13,405',
    '52.52 N 13.405 E',
    '52.52° N, 13.405° E',
    'N52.52 E13.405',
    '13.405 e, 52.52 n',
    `52°31'12"N 13°24'18"E`,
    '52° 31′ 12.0″ N, 13° 24′ 18.0″ E',
    `52°31.2'N, 13°24.3'E`,
    `52°31'12", 13°24'18"`,
    '北纬52.52°，东经13.405°',
    '北纬52度31分12秒 东经13度24分18秒',
    '５２．５２，１３．４０５',
    'geo:52.52,13.405',
    'geo:52.52,13.405,34;u=35',
    'GEO:52.52,13.405;crs=wgs84;u=5?z=11',
    'geo:0,0?q=52.52,13.405',
    'https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=15/1/2',
    'https://www.openstreetmap.org/#map=15/52.52/13.405&layers=N',
    'https://www.google.com/maps/@52.52,13.405,15z',
    'https://www.google.de/maps/place/Berlin/@52.5,13.4,10z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d52.52!4d13.405',
    'https://www.google.co.uk/maps/search/?api=1&query=52.52%2C13.405',
    'https://maps.google.com/?q=52.52,13.405',
    'https://www.google.com/maps/place/52.52,+13.405',
    'https://maps.apple.com/?ll=52.52,13.405',
  ])('%s', text => expect(parseLocation(text)).toEqual({ location: BERLIN }))

  it.each([
    ['-33.8568, 151.2153', { lat: -33.8568, lng: 151.2153 }],
    ['−33.8568, −70.5', { lat: -33.8568, lng: -70.5 }],
    ['22.9 S 43.2 W', { lat: -22.9, lng: -43.2 }],
    ['北纬39.9042 西经1', { lat: 39.9042, lng: -1 }],
    ['0, 0', { lat: 0, lng: 0 }],
    ['-0.00000001, -0', { lat: 0, lng: 0 }],
    ['90, -180', { lat: 90, lng: -180 }],
    ['1.123456789, 2.00000004', { lat: 1.1234568, lng: 2 }],
    ['52.52, 13.405 (Alexanderplatz  1 (Mitte))', { ...BERLIN, label: 'Alexanderplatz 1 (Mitte)' }],
    ['52.52, 13.405（柏林）', { ...BERLIN, label: '柏林' }],
    ['52.52, 13.405 ()', BERLIN],
    ['geo:0,0?q=52.52,13.405(TV+Tower)', { ...BERLIN, label: 'TV Tower' }],
  ])('%s, as it is meant', (text, location) => expect(parseLocation(text)).toEqual({ location }))
})

describe('no place is', () => {
  const NONE = 'Should be a place such as 52.52, 13.405'
  it.each([
    ['', NONE],
    ['Berlin', NONE],
    ['52.52', NONE],
    ['52.52 13.405 7', NONE],
    ['52,52,13', NONE],
    ['52.5213.405', NONE],
    ['1e1, 2', NONE],
    ['52.52 N 13.405', NONE],
    ['52.52 N 13.405 S', NONE],
    ['-52.52 N 13.405 E', NONE],
    [`52°61'N 13°E`, NONE],
    [`52.5°10'N 13°E`, NONE],
    ['91, 0', 'The latitude should be from -90 to 90'],
    ['0, 180.1', 'The longitude should be from -180 to 180'],
    ['geo:91,0', 'The latitude should be from -90 to 90'],
    ['geo:52.52,13.405;crs=moon-2011', NONE],
    // Moved by some hundred metres, as the law there wants it.
    ['https://www.google.cn/maps/@39.9,116.4,15z', NONE],
    ['https://elsewhere.test/maps/@52.52,13.405,15z', NONE],
    ['https://maps.app.goo.gl/abc', NONE],
    ['javascript:alert(1)//52.52,13.405', NONE],
    [`52.52, 13.405 (${'x'.repeat(201)})`, 'No more than {limit} characters'],
    [`${' '.repeat(2000)}1${' '.repeat(2000)}`, NONE],
    [`1${' '.repeat(2400)}x`, NONE],
  ])('%s', (text, problem) => expect(parseLocation(text)).toMatchObject({ problem }))

  it.each([
    [null],
    [7],
    [[52.52, 13.405]],
    [{ lat: '52.52', lng: 13.405 }],
    [{ lat: NaN, lng: 0 }],
    [{ lat: 1 }],
    [{ ...BERLIN, z: 1 }],
    [{ ...BERLIN, label: 1 }],
  ])('the value %j', value => expect(locationOf(value)).toBe(undefined))
})

it('what is written of a place is read as the same place, by hand, of a file and behind its link', () => {
  // The same numbers each time, all over the earth and close to its edges.
  let state = 1
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647
  const side = (most: number) => Number((((next() * 2 - 1) * most) / 10 ** Math.floor(next() * 9)).toFixed(Math.floor(next() * 8))) + 0
  const LABELS = ['', 'Home', 'a (b)', '(', 'x) (y', '东京（塔）', '"Quoted", 1; 2', "12°31'N", '🙂']
  for (let n = 0; n < 2000; n++) {
    const label = LABELS[n % LABELS.length] ?? ''
    const place: Location = { lat: side(90), lng: side(180), ...(label && { label }) }
    const text = locationText(place)
    expect(text).not.toMatch(/e-|-0[, ]/)
    expect(parseLocation(text), text).toEqual({ location: place })
    expect(readLocation(place)).toEqual({ location: place })
    expect(readLocation(JSON.parse(JSON.stringify(place)))).toEqual({ location: place })
    const { label: _, ...point } = place
    expect(locationOf(mapLink(place)), mapLink(place)).toEqual(point)
    const [lat, lng] = [point.lat, point.lng].map(Math.abs) as [number, number]
    const named = `${lat.toFixed(7)}° ${point.lat < 0 ? 'S' : 'N'}, ${lng.toFixed(7)}° ${point.lng < 0 ? 'W' : 'E'}`
    expect(locationOf(named), named).toEqual(point)
  }
})
