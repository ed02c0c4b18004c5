import { recheckPoints } from '../recheck.ts';

export default recheckPoints;

export const config = { name: 'recheck-pickup-points', schedule: '15 3 * * *' };
