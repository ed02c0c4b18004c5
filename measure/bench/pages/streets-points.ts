import '../../../src/lib/ui/tokens.css';
import { showPoints } from './show-points.ts';
import { element, readView } from './streets-page.ts';

/** This product's map with streets and the points of its server's network. */
const map = await showPoints(element, readView(), (...request) => fetch(...request));
map.complete();
