import { takeTour } from './tour.ts';

/** The view that the bench gives in the page's address. */
export function readView(): { latitude: number; longitude: number; zoom: number } {
  const query = new URLSearchParams(location.search);
  return {
    latitude: Number(query.get('latitude')),
    longitude: Number(query.get('longitude')),
    zoom: Number(query.get('zoom')),
  };
}

export const element = document.querySelector<HTMLElement>('#map')!;

/** The archive that all variants show. */
export const ARCHIVE = new URL('./andorra.pmtiles', location.href).href;

/** First and last zoom of the tour among streets, and the zooms at which it drags. */
const TOUR = { from: 13, to: 18, dragZooms: [13, 14, 15, 16, 17, 18] };

window.takeStreetTour = async () => {
  performance.mark('tour-begins');
  const frames = await takeTour(element, TOUR);
  performance.mark('tour-ends');
  return frames;
};
