import type { Part } from './arguments.ts';

/** Notes below the tables: what was measured, and how. */
export const NOTES: Readonly<Record<Part, string>> = {
  memory: `1280×800, software rendering, blank background. Clock: from data in memory (the snapshot's files uncompressed; the peers' rows or
features made) to the second animation frame after the first clusters are in the document. The tour zooms with the wheel from
Europe to a street in Warsaw and drags at three zooms. Longest task: Chromium's trace of the main thread (RunTask), which sees tasks
below 50 ms too; by the clock, and on a core, which other programs on the machine don't lengthen. Heap: after the tour and forced collection, objects and typed arrays, above an empty Leaflet map in the same run.
Droppoint draws this first view from the manifest's table of blocks and reads blocks as the tour comes near.`,

  cold: `Phone view 390×844 at 2×, CPU four times slower, 1.6 Mbit/s down, 150 ms a request, no TLS or connection set-up counted. Everything
from the Node server, compressed as it lies there. All figures until the first pins were painted (second frame after they came into
the document); Droppoint's first are dots that the page draws ahead of its code; pressable: a press counts, as dots keep it for the app's own pins;
answering: those pins are there, to which bytes and requests are counted; settled: when the pins last changed, in three seconds more; field: one that can be typed into;
shift: cumulative layout shift until then. Round trips: requests that waited for one another; "link
alone" is their latency and the bytes' time, one after the other. Scripts: main thread, slowed down. The one JSON file holds id,
position, country and kinds alone. The live list, and a million points of it and of the JSON file, take few rounds: see "rounds". Targets
are in times of the floor's first pins in the same round, since a slow machine slows both down; of several rounds, the median.`,

  widget: `The same phone and link. The shop is of another site than the picker's frame, which so has a process of its own. Clock: from the press on
the widget's button in the shop to the first pins painted in the frame, the frame's document included; bytes and requests from the
press to these pins. Warm: opened once more in a fresh page of the same browser, whose cache has the files.`,

  interactions: `Phone view 390×844 at 2×, CPU four times slower. The shopper's walk: search, filter, open, choose, take back, on list and map.
Each press or key until the next paint, as Chromium's Event Timing tells it (what "Interaction to Next Paint" is made of; steps of
8 ms), medians of the rounds. Main thread: what its tasks between press and paint computed, slowed down as well; on a busy machine
the rest of the time went to other programs. To the next letter: the same from one letter to the next, typed in 180 ms each, or until all is still: with the
search for suggestions, the median of each letter, and of these the most.`,

  desk: `Phone view 390×844 at 2×, CPU four times slower, 20,000 published points. The broker is logged in and has kept a sender. Label: from the
answer with its bytes to the tab that shows it. Rows read and checked: from the choice of a CSV file to the frame that offers to send all of
them; to points, these are asked about in the published network meanwhile. The list is scrolled two rows a frame at this machine's own speed, as
it draws without a graphics processor. First paint and first screen: with an empty cache over the slow
link; the screen is the navigation and the form of Send.`,

  parcel: `The same phone and link, an empty cache: the page of a parcel that is ready, by its link, until its sentence is painted. The point's map
comes after it. The answer of the API is in the bytes.`,

  streets: `The same phone and link, Andorra's archive (Shortbread, 3.2 MB): Droppoint's as \`npm run streets\` takes it over, the peer's read by ranges
with pmtiles, as its guide shows, with rules for its layers in Droppoint's colours. MapLibre on Leaflet has a browser of its own that
computes WebGL without a graphics processor: its bytes and its main thread are as on a phone, its frames and when it has painted are not.
Painted: all of the view at zoom 15, names included, to the second frame after; warm: in a fresh page of the same browser. CPU: what the
tasks of the main thread computed from the page's beginning until a second after the view was painted and the last file had come, and on
the tour (zooms 13 to 18 with the wheel, dragged there and back at each), slowed down; added: beside the same map without streets.
Chromium slows no worker down: Droppoint's painter runs at full speed. Heap: after the tour and forced collection, the worker's too; no
canvases. With points: this product's map alone with the sandbox's 600 on these streets, and with a million within half a degree of them
(440 to a square kilometre in the town, as a million across Europe stand in Warsaw's middle); the locator: the whole picker.`,

  search: `What the field offers first, which Enter takes, for addresses of the published network itself; with SANDBOX_DATA=file also of that file's
network. Right: within 3 km of the address; postcode and city 6 km, a city alone 25 km. Unknown postcodes end in other digits: the city is
right in the region that their first two characters name. Unknown streets have made-up names. The made network has streets of four countries, written as their lists do (no postcodes, cities in other
fields or in the genitive, numbers with letters): right is within 60 m of the house, 300 m for a house that isn't listed or a postcode.
Untrue: said to be exact, and farther than 60 m. Files: read by one search in a fresh browser, manifest and tables of blocks not counted.
Addresses on published streets: Andorra's archive, and 273 copies of it side by side, with towns and half of the streets named anew. Right: the
street in its town, the first answer; by its name alone, one of those offered. KB: compressed, of a gazetteer's files. CPU: with the files in memory.
Tagged addresses (\`--extract FILE.osm.pbf\`, with Debian's osmium-tool and tilemaker installed): tiles are made of the extract, and each addr:street
with addr:housenumber is asked for, with its addr:city. Streets that no line of the extract has as its name can't be found.`,

  publishing: `The command that operators run, from a list that the sandbox serves on the same machine, the walk included, with packed
neighbours beside all files. Processor: all threads of the publisher, most of it compression. "Files" are those that Workers and stores
keep, without packed neighbours.`,

  holes: `Window 1280×800, with motion. Random moves with real presses, drags and keys: pan, zoom, a row of the list, a search, the other theme; many
begin before the last has been painted. Whenever the map is at rest, a picture of the window in which all but the streets is hidden: a hole
is a square of 256 pixels that has a tile, and shows nothing, or the other theme, for ten seconds. The same --seed chooses the same moves.`,
};
