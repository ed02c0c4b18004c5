import type { Part } from './arguments.ts';

/** Notes below the tables: what was measured, and how. */
export const NOTES: Readonly<Record<Part, string>> = {
  memory: `1280×800, software rendering, blank background. The clock runs from data in memory (the snapshot's files uncompressed; the peers' rows
or features made) to the second animation frame after the first clusters are in the document. The tour zooms with the wheel from
Europe to a street in Warsaw and drags at three zooms. Longest task: from Chromium's trace of the main thread (RunTask), which also shows
tasks below 50 ms; in wall-clock time, and in processor time, which other programs on the machine don't lengthen. Heap: objects and typed
arrays after the tour and a forced collection, above an empty Leaflet map in the same run.
Droppoint draws this first view from the manifest's table of blocks, and reads blocks as the tour approaches them.`,

  cold: `Phone view 390×844 at 2×, CPU four times slower, 1.6 Mbit/s down, 150 ms per request, TLS and connection set-up not counted. Everything
comes from the Node server, with its compressed files. All figures are up to the first painted pins (second frame after they came into
the document). Droppoint's first pins are dots that the page draws before its code has loaded. Pressable: a press takes effect, because the dots
remember it for the app's own pins. Answering: the app's own pins are there; bytes and requests are counted up to then. Settled: when the pins
last changed within another three seconds. Field: when it accepts input. Shift: cumulative layout shift until then. Round trips: requests that
waited for one another; "link alone" is their latency plus the transfer time of the bytes. Scripts: on the main thread, slowed down. The single
JSON file holds only id, position, country and kinds. The live list, and a million points of it and of the JSON file, get few rounds: see
"rounds". Targets are multiples of the floor's time until first pins in the same round, because a slow machine slows both down; over several
rounds, the median counts.`,

  widget: `The same phone and link. The shop is on a different site than the picker's frame, which therefore has its own process. The clock runs from
the press on the widget's button in the shop to the first pins painted in the frame, including the frame's document; bytes and requests are
counted over the same time. Warm: opened again on a new page of the same browser, whose cache has the files.`,

  interactions: `Phone view 390×844 at 2×, CPU four times slower. The shopper's walk: search, filter, open, choose and undo, on the list and the map.
Time from each press or key to the next paint, as Chromium's Event Timing reports it (the basis of "Interaction to Next Paint", in steps of
8 ms), as medians of the rounds. Main thread: the work of its tasks between press and paint, also slowed down; on a busy machine, the rest of
the time went to other programs. To the next letter: the same from one letter to the next, typed 180 ms apart, or until nothing more happens,
including the search for suggestions; the highest of the letters' medians.`,

  desk: `Phone view 390×844 at 2×, CPU four times slower, 20,000 published points. The broker is logged in and has saved a sender. Label: from the
response with its bytes to the tab that shows it. Rows read and checked: from choosing a CSV file to the frame that offers to send all of
them; points in the rows are looked up in the published network meanwhile. The list is scrolled by two rows per frame at this machine's own
speed, because it draws without a graphics processor. First paint and first screen: with an empty cache over the slow
link; the screen is the navigation and the form of Send.`,

  parcel: `The same phone and link, an empty cache: the page of a parcel that is ready, opened by its link, until its state is painted. The point's map
comes later. The bytes include the response of the API.`,

  choose: `The same phone and link, 20,000 published points: "/" and "/choose" with an empty cache, in turns, until the first painted pins (dots that
both draw before their code has loaded); the median of each round's share counts. Choice: the work of the main thread's tasks, slowed down, from
the press on "Choose this point" until the browser requests the shop's page. Link: processor time of one check of a point link's
signature and content, the average of 500 here, not slowed down.`,

  streets: `The same phone and link, Andorra's archive (Shortbread, 3.2 MB): for Droppoint as \`npm run streets\` imports it; the peers read it in ranges
with pmtiles, as its guide shows, with rules for its layers in Droppoint's colours. MapLibre on Leaflet gets its own browser, which
computes WebGL without a graphics processor: its bytes and its main thread are as on a phone, but its frames and its painting times are not.
Painted: the whole view at zoom 15, including names, up to the second frame after; warm: on a new page of the same browser. CPU: the work of
the main thread's tasks from the start of the page until a second after the view was painted and the last file had arrived, and on
the tour (zooms 13 to 18 with the wheel, dragged to and fro at each), slowed down; added: compared to the same map without streets.
Chromium doesn't slow workers down: Droppoint's painter runs at full speed. Heap: after the tour and a forced collection, including the
worker's; without canvases. With points: only this product's map, with the sandbox's 600 points on these streets, and with a million within
half a degree of them (440 per square kilometre in the town, as in the centre of Warsaw when a million are spread over Europe). The locator:
the whole picker.`,

  search: `The first suggestion of the search field, which Enter selects, for addresses of the published network itself; with SANDBOX_DATA=file also for
those of that file's network. Right: within 3 km of the address; 6 km for postcode and city, 25 km for a city alone. Unknown postcodes have
different last digits: the city is right if it is in the region that their first two characters denote. Unknown streets have made-up names. The
made-up network has streets in four countries, written as their lists write them (no postcodes, cities in other fields or in the genitive,
numbers with letters): right is within 60 m of the house, or 300 m for a postcode or a house that isn't listed.
Untrue: reported as exact but farther away than 60 m. Files: read by one search in a fresh browser, without the manifest and the tables of blocks.
Addresses on published streets: Andorra's archive, and 273 copies of it side by side, in which the towns and half of the streets have new
names. Right: the first answer is the street in its town; for a name alone, one of the offered streets. KB: compressed size of a gazetteer's
files. CPU: with the files in memory.
Tagged addresses (\`--extract FILE.osm.pbf\`, with Debian's osmium-tool and tilemaker installed): tiles are made from the extract, and each
addr:street with addr:housenumber is searched for, with its addr:city. A street can't be found if no line in the extract has its name.`,

  publishing: `The command that operators run, with a list that the sandbox serves on the same machine, including the crawl, with compressed
copies beside all files. Processor: all threads of the publisher, mostly for compression. "Files" are those that Workers and stores
keep, without the compressed copies.`,

  holes: `Window 1280×800, with motion. Random moves with real presses, drags and keys: pan, zoom, a row of the list, a search, the other theme; many
begin before the previous one has been painted. Whenever the map is at rest, a picture is taken of the window with everything but the streets
hidden. A hole is a square of 256 pixels that has a tile but shows nothing, or the other theme, for ten seconds. The same --seed gives the same moves.`,
};
