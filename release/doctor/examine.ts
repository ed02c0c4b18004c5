import { examineBuild } from './examine-build.ts';
import { examineDisk } from './examine-disk.ts';
import { examinePlatform } from './examine-platform.ts';
import { examineNetwork } from './examine-network.ts';
import { examineRedis } from './examine-redis.ts';
import { examineSettings } from './examine-settings.ts';
import { examineStreets } from './examine-streets.ts';
import type { Finding, Patient } from './finding.ts';

/** Examines what a node needs before it takes traffic. Changes nothing; asks the platform for a token, and writes a key that ends at once to Redis. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const findings = [...examineSettings(patient), ...examineBuild(patient)];
  // The rest can't be looked at without settings.
  if (findings.some(({ part, state }) => part === 'settings' && state === 'failed')) return findings;
  return [
    ...findings,
    ...(await examinePlatform(patient)),
    await examineNetwork(patient),
    await examineStreets(patient),
    ...(await examineRedis(patient)),
    examineDisk(patient),
  ];
}
