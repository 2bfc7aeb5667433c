<?php
require 'petstore/vendor/autoload.php';

$config = new Petstore\Configuration();
$config->setHost(getenv('BASE_URL'))->setAccessToken(getenv('API_KEY'));
$pets = new Petstore\Api\PetsApi(config: $config);

foreach (['Rex', 'Tom'] as $name) {
    $pet = $pets->createPet(new Petstore\Model\PetInput(['name' => $name, 'category_id' => 7]));
    echo "created {$pet->getName()}\n";
}

$cursor = null;
do {
    [$page, , $headers] = $pets->listPetsWithHttpInfo(1, Petstore\Model\PetStatus::AVAILABLE, null, $cursor);
    foreach ($page as $pet) echo "page {$pet->getName()}\n";
    $cursor = preg_match('/cursor=([\w-]+)/', $headers['Link'][0] ?? '', $link) ? $link[1] : null;
} while ($cursor);

try {
    $pets->listPets(cursor: 'unknown');
} catch (Petstore\ApiException $failed) {
    $error = $failed->getResponseObject();
    echo "error {$error->getStatus()} {$error->getCode()}\n";
}

foreach ((new Petstore\Api\EventsApi(config: $config))->listEvents(limit: 1) as $event) {
    echo "event {$event->getPosition()} {$event->getType()} {$event->getData()->getName()} {$event->getData()->getCategoryId()}\n";
}
