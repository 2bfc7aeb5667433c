require 'petstore'
require 'uri'

address = URI(ENV.fetch('BASE_URL'))
Petstore.configure do |config|
  config.scheme = address.scheme
  config.host = "#{address.host}:#{address.port}"
  config.base_path = address.path
  config.access_token = ENV.fetch('API_KEY')
end
pets = Petstore::PetsApi.new

%w[Rex Tom].each do |name|
  pet = pets.create_pet(Petstore::PetInput.new(name: name, category_id: 7))
  puts "created #{pet.name}"
end

cursor = nil
loop do
  page, _status, headers = pets.list_pets_with_http_info(status: 'available', limit: 1, cursor: cursor)
  page.each { |pet| puts "page #{pet.name}" }
  cursor = headers['Link'].to_s[/cursor=([\w-]+)/, 1] or break
end

begin
  pets.list_pets(cursor: 'unknown')
rescue Petstore::ApiError => e
  error = Petstore::Error.build_from_hash(JSON.parse(e.response_body, symbolize_names: true))
  puts "error #{error.status} #{error.code}"
end

Petstore::EventsApi.new.list_events(limit: 1).each do |event|
  puts "event #{event.position} #{event.type} #{event.data.name} #{event.data.category_id}"
end
