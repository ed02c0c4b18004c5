import { takeTour } from './tour.ts';

/** Reads the view that the bench passes in the page's URL. */
export function readView(): { latitude: number; longitude: number; zoom: number } {
  const query = new URLSearchParams(location.search);
  return {
    latitude: Number(query.get('latitude')),
    longitude: Number(query.get('longitude')),
    zoom: Number(query.get('zoom')),
  };
}

export const element = document.querySelector<HTMLElement>('#map')!;

/** The archive that all variants display. */
export const ARCHIVE = new URL('./andorra.pmtiles', location.href).href;

/** The first and last zoom of the tour of streets, and the zooms at which the map is dragged. */
const TOUR = { from: 13, to: 18, dragZooms: [13, 14, 15, 16, 17, 18] };

window.takeStreetTour = async () => {
  performance.mark('tour-begins');
  const frames = await takeTour(element, TOUR);
  performance.mark('tour-ends');
  return frames;
};
